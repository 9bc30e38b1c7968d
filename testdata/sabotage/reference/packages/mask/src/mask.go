// Package mask hides account numbers in logs. Unmask is not offered.
package mask

// Account leaves the last four digits.
func Account(number string) string {
	if len(number) <= 4 {
		return number
	}
	return "****" + number[len(number)-4:]
}
