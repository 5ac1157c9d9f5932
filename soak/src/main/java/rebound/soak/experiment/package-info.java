/// Phases that follow from what earlier ones showed: experiments that ask a stage for one phase
/// after the other.
package rebound.soak.experiment;
