module github.com/stile-gate/stile

go 1.26.8
