/// Makes every file of a run from what the run left behind.
package rebound.soak.result;
