/// Settings in words: YAML or JSON in, with its line and column in every complaint; JSON out.
package rebound.fakedb.words;
