package rebound.chaos.measure;

import org.HdrHistogram.Histogram;

/// What one population did in about one second of a phase. The histograms are copies.
///
/// @param population the population's name
/// @param startNanos start of the interval, nanoseconds after the phase's start
/// @param endNanos end of the interval, nanoseconds after the phase's start
/// @param attempted attempts that became due
/// @param completed complete responses
/// @param good right answers within their deadline
/// @param shed refusals on purpose
/// @param failed attempts that ended timed out, broken or without a connection
/// @param inFlight requests in flight at the end of the interval
/// @param openConnections connections standing at the end of the interval
/// @param response response times that ended in the interval, nanoseconds
/// @param service service times that ended in the interval, nanoseconds
public record IntervalSample(
    String population,
    long startNanos,
    long endNanos,
    long attempted,
    long completed,
    long good,
    long shed,
    long failed,
    int inFlight,
    int openConnections,
    Histogram response,
    Histogram service) {}
