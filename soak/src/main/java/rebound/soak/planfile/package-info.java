/// Reads plan and target files: YAML nodes with their line and column, all complaints at once.
package rebound.soak.planfile;
