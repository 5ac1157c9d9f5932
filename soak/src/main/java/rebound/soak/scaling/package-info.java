/// How throughput grows with load: Gunther's Universal Scalability Law, its fit and its intervals.
package rebound.soak.scaling;
