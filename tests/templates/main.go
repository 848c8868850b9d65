// Renders templates with Go's own text/template, for a comparison with ours. Standard input is one JSON object,
// {"input": …, "templates": […]}; standard output is a list with an object for each template: {"out": …}, or {"error": …}.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"text/template"
)

// value turns numbers into what the page says they are: whole numbers are integers.
func value(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return int(n)
		}
		f, _ := v.Float64()
		if f == math.Trunc(f) && math.Abs(f) < 9e15 {
			return int(f)
		}
		return f
	case []any:
		for i := range v {
			v[i] = value(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = value(v[k])
		}
	}
	return v
}

func clamp(n, length int) int { return max(0, min(n, length)) }

// The functions of markdownlang, where they are not those of Go.
var functions = template.FuncMap{
	"upper": strings.ToUpper,
	"lower": strings.ToLower,
	"title": strings.Title,
	"split": strings.Split,
	"join": func(list []any, separator string) string {
		parts := make([]string, len(list))
		for i, item := range list {
			if item != nil {
				parts[i] = fmt.Sprint(item)
			}
		}
		return strings.Join(parts, separator)
	},
	"default": func(fallback, v any) any {
		if truth, _ := template.IsTrue(v); truth {
			return v
		}
		return fallback
	},
	"len": func(v any) (int, error) {
		switch v := v.(type) {
		case string:
			return len([]rune(v)), nil
		case []any, []string, map[string]any:
			return reflect.ValueOf(v).Len(), nil
		}
		return 0, fmt.Errorf("no length")
	},
	"slice": func(v any, at ...int) (any, error) {
		text, ok := v.(string)
		list, _ := v.([]any)
		runes := []rune(text)
		length := len(list)
		if ok {
			length = len(runes)
		} else if list == nil {
			return nil, fmt.Errorf("cannot be sliced")
		}
		start, end := 0, length
		if len(at) > 0 {
			start = clamp(at[0], length)
		}
		if len(at) > 1 {
			end = clamp(at[1], length)
		}
		start = min(start, end)
		if ok {
			return string(runes[start:end]), nil
		}
		return list[start:end], nil
	},
}

func render(text string, input any) (out string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	parsed, err := template.New("case").Funcs(functions).Parse(text)
	if err != nil {
		return "", err
	}
	var written strings.Builder
	err = parsed.Execute(&written, input)
	return written.String(), err
}

func main() {
	var asked struct {
		Input     any
		Templates []string
	}
	decoder := json.NewDecoder(os.Stdin)
	decoder.UseNumber()
	if err := decoder.Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	asked.Input = value(asked.Input)
	results := make([]map[string]string, len(asked.Templates))
	for i, text := range asked.Templates {
		out, err := render(text, asked.Input)
		if err != nil {
			results[i] = map[string]string{"error": err.Error()}
		} else {
			results[i] = map[string]string{"out": out}
		}
	}
	json.NewEncoder(os.Stdout).Encode(results)
}
