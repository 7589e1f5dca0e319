// Renders the chart where there is no Helm: Go's own templates with Debian's packages of Sprig and YAML, and Helm's few functions on top.
//   GO111MODULE=off GOPATH=/usr/share/gocode go run render.go CHART VALUES RELEASE NAMESPACE
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

type values = map[string]interface{}

func main() {
	chart, given, release, namespace := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	all := merge(read(filepath.Join(chart, "values.yaml")), read(given))
	about := values{}
	for name, value := range read(filepath.Join(chart, "Chart.yaml")) {
		about[strings.ToUpper(name[:1])+name[1:]] = value
	}
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(sprig.TxtFuncMap()).Funcs(functions(root))
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	sort.Strings(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = root.New("parley/templates/" + filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		name := "parley/templates/" + filepath.Base(file)
		if strings.HasPrefix(filepath.Base(file), "_") {
			continue
		}
		var out bytes.Buffer
		check(root.ExecuteTemplate(&out, name, values{
			"Values": all, "Chart": about,
			"Release":  values{"Name": release, "Namespace": namespace, "Service": "Helm"},
			"Template": values{"Name": name, "BasePath": "parley/templates"},
		}))
		if filepath.Base(file) == "NOTES.txt" {
			continue // shown to people, no manifest
		}
		fmt.Printf("---\n# Source: %s\n%s\n", name, strings.ReplaceAll(out.String(), "<no value>", ""))
	}
}

func functions(root *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name string, data interface{}) (string, error) {
			var out bytes.Buffer
			err := root.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"required": func(message string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, fmt.Errorf("%s", message)
			}
			return value, nil
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
	}
}

func read(path string) values {
	text, err := os.ReadFile(path)
	check(err)
	found := values{}
	check(yaml.Unmarshal(text, &found))
	return found
}

// merge lays one set of values over another, maps into maps.
func merge(under, over values) values {
	for name, value := range over {
		inner, isMap := value.(values)
		below, wasMap := under[name].(values)
		if isMap && wasMap {
			under[name] = merge(below, inner)
		} else {
			under[name] = value
		}
	}
	return under
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
