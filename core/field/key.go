package field

import "github.com/stile-gate/stile/core/scan"

// A Level is an object of the file; TopLevel is the whole of it.
type Level byte

// TopLevel is the object that the file holds.
const TopLevel Level = 0

// A Format is a file with fixed members. Levels say of each level where its keys belong, as "in a check".
type Format struct {
	Keys    []Key
	Levels  []string
	Version string // the key whose only value is the version that is read
	Least   string // what to do about a file that says nothing
	Most    int64  // bytes
}

// A Shape is what a value must be. Min and Max bound an integer or the number of items, Max 0 is no bound. What is small
// stands side by side, here and in a Key: a module carries the gaps between the members of each.
type Shape struct {
	Kind  scan.Kind
	Level Level // of an object
	Once  bool  // no item twice
	Min   int32
	Max   int32
	Enum  []string
	Rule  *Rule
	Items *Shape
	Or    *Shape // the shape of values of another kind that may stand there too
}

// A Key is one member that an object of the level may have.
type Key struct {
	Name     string
	In       Level
	Required bool
	Shape    Shape
	Needs    string      // another key of the level without which this one says nothing
	Def      *scan.Value // what is meant when the key is absent
	Also     string      // what people write for it elsewhere, in lower case, spaces between
}

// A Rule is what a text must satisfy.
type Rule struct {
	Kind  string                // of the finding
	Fault func(s string) string // what is wrong, as the rest of a sentence; "" when nothing is
	Do    string
}

// Text and Number are values for Key.Def.
func Text(s string) *scan.Value  { return &scan.Value{Kind: scan.String, Text: s} }
func Number(n int64) *scan.Value { return &scan.Value{Kind: scan.Int, Int: n} }

// Key returns the key of this name at this level, nil for none.
func (f *Format) Key(in Level, name string) *Key {
	for i := range f.Keys {
		if f.Keys[i].In == in && f.Keys[i].Name == name {
			return &f.Keys[i]
		}
	}
	return nil
}
