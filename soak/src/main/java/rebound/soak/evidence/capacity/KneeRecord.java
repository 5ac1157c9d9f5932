package rebound.soak.evidence.capacity;

/// Where more load begins to cost, by one rule.
///
/// @param rule in words
/// @param at the load; null where the rule met none
/// @param unit of the load: `connections` or `/s`
public record KneeRecord(String rule, Double at, String unit) {}
