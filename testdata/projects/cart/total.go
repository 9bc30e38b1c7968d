// Package cart adds up what is in a shopping cart.
package cart

// Total is the sum of prices in cents with a discount in percent, rounded half up.
func Total(prices []int, discount int) int {
	sum := 0
	for _, p := range prices {
		sum += p
	}
	return sum * (100 - discount) / 100
}
