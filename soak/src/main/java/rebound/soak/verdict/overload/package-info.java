/// The arithmetic of overload: what a refusal costs, what goodput is attainable, when it settles,
/// and where load and a dependency's delay meet their limits.
package rebound.soak.verdict.overload;
