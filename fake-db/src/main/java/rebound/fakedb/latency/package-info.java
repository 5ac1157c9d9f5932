/// How long an answer takes: the models, their words, and a draw that is the same in every run.
package rebound.fakedb.latency;
