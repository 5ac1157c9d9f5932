/// What the trials and steps of a search say: bounds, scaling, checks against operational laws, and
/// instances for a demand. Arithmetic over records, so that any prefix of a journal can be judged.
package rebound.soak.capacity.finding;
