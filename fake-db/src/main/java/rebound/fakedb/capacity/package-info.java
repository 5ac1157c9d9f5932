/// How much the database can do at once: slots and a queue, and what it does when they are full.
package rebound.fakedb.capacity;
