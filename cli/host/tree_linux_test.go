package host

import (
	"context"
	"strings"
	"syscall"
	"testing"
)

// TestDigestOfWhatCannotBeRead needs no other user: a name longer than the system takes is closed to root too.
func TestDigestOfWhatCannotBeRead(t *testing.T) {
	root := realTemp(t)
	write(t, root, "a", "")
	want := treeDigest(t, root, nil, nil)
	fd, err := syscall.Open(root, syscall.O_RDONLY|syscall.O_DIRECTORY, 0)
	must(t, err)
	name := strings.Repeat("n", 250)
	for range 20 {
		must(t, syscall.Mkdirat(fd, name, 0o755))
		next, err := syscall.Openat(fd, name, syscall.O_RDONLY|syscall.O_DIRECTORY, 0)
		must(t, err)
		syscall.Close(fd)
		fd = next
	}
	syscall.Close(fd)
	s := snapshot(t, root)
	got, err := s.Digest(context.Background(), nil, nil)
	must(t, err)
	if got.Digest == want.Digest || got.Files != 2 {
		t.Errorf("a directory that cannot be listed is passed over: %v", got)
	}
	if diff := snapshot(t, root).Touched(s, nil, 5); len(diff) != 0 {
		t.Errorf("two looks at the same tree differ in %q", diff)
	}
}
