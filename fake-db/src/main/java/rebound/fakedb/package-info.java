/// The fake database as a program: its options, its parts put together, its start and end.
package rebound.fakedb;
