package fact

// Sum is the sha256 of b as lower-case hex (FIPS 180-4, 2015). Small things are hashed here, so that every
// build of the core can do it without a host; files are hashed by the host. Fuzzed against crypto/sha256.
func Sum(b []byte) string {
	h := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	n := len(b)
	for ; len(b) >= 64; b = b[64:] {
		block(&h, b)
	}
	var last [128]byte
	end := 64
	if copy(last[:], b) >= 56 {
		end = 128
	}
	last[len(b)] = 0x80
	for i, bits := 0, uint64(n)*8; i < 8; i++ {
		last[end-1-i] = byte(bits >> (8 * i))
	}
	for p := last[:end]; len(p) > 0; p = p[64:] {
		block(&h, p)
	}
	out := make([]byte, 0, 64)
	for _, v := range h {
		for s := 28; s >= 0; s -= 4 {
			out = append(out, hexDigits[v>>s&15])
		}
	}
	return string(out)
}

const hexDigits = "0123456789abcdef"

func block(h *[8]uint32, p []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
	for i := 16; i < 64; i++ {
		s0 := rotate(w[i-15], 7) ^ rotate(w[i-15], 18) ^ w[i-15]>>3
		s1 := rotate(w[i-2], 17) ^ rotate(w[i-2], 19) ^ w[i-2]>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	s := *h
	for i := range 64 {
		e, a := s[4], s[0]
		t1 := s[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e&s[5] ^ ^e&s[6]) + roundConstants[i] + w[i]
		t2 := (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a&s[1] ^ a&s[2] ^ s[1]&s[2])
		s = [8]uint32{t1 + t2, a, s[1], s[2], s[3] + t1, e, s[5], s[6]}
	}
	for i := range h {
		h[i] += s[i]
	}
}

func rotate(x uint32, n uint) uint32 { return x>>n | x<<(32-n) }

var roundConstants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
