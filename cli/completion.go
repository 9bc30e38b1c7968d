package cli

func (c *call) completion() int { return 2 }
