package cli

import (
	"runtime"

	"github.com/stile-gate/stile/core"
	"github.com/stile-gate/stile/core/check"
	"github.com/stile-gate/stile/core/fact"
)

func (c *call) version() int {
	p, ok := c.flags()
	if !ok {
		return exitNotAsked
	}
	engine := "native"
	if c.core.Module != "" {
		engine = "wasm"
	}
	if !p.has("json") {
		c.print("stile " + core.Version + " (" + engine + ", " + runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version() + ")\n")
		return exitGreen
	}
	w := &fact.JSON{}
	w.Object().Key("stile").Int(1).Key("version").String(core.Version).Key("engine").String(engine)
	w.Key("module").String(c.core.Module).Key("os").String(runtime.GOOS).Key("arch").String(runtime.GOARCH)
	w.Key("go").String(runtime.Version()).EndObject()
	c.print(string(w.Bytes()) + "\n")
	return exitGreen
}

func (c *call) schema() int {
	if _, ok := c.flags(); !ok {
		return exitNotAsked
	}
	c.print(string(check.Schema()))
	return exitGreen
}
