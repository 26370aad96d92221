/**
 * The figures of {@code src/site/markdown/benchmarks.md}. {@code mvn verify -Pbench} measures those of {@code BenchmarkIT} in one run;
 * comparisons with an earlier version are programs of their own, started by hand. Everything is measured on one machine by turns, so
 * that ratios mean something even where the machine is slow or shared: server, database, load generator and mail
 * sink are processes of their own that share its cores. Every figure comes from several short runs that alternate with the
 * runs they are compared with; the table shows medians.
 *
 * <p>{@link io.godwit.bench.load.LoadGenerator} speaks raw pre-encoded HTTP/1.1, because what it burns is missing elsewhere. Closed
 * loop finds the peak (each connection sends when it was answered); open loop measures waiting (requests start by the clock,
 * and time counts from the moment they should have started).
 */
package io.godwit.bench;
