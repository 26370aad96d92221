/**
 * Traces: spans of what a request causes, from its arrival to the mail server's reply, exported to an OpenTelemetry collector.
 *
 * <p>While {@code traces.endpoint} is empty, only {@link io.godwit.traces.Tracer#OFF} and {@link io.godwit.traces.Span#NONE} are
 * used: nothing else of this package is loaded, and no code on a hot path allocates anything for it.
 *
 * <p>The exporter is our own and writes OTLP/JSON, which is stable since version 1.0 of the protocol. OpenTelemetry's SDK with
 * its exporter is 1.4 MB in ten jars (1.67.0), and three things that matter here would still have been ours: its processor
 * counts dropped spans only for a second metrics library, its sender repeats a refused batch without regard to
 * {@code Retry-After}, and contexts that come from a row of the outbox instead of the thread need an API of their own.
 * {@code vertx-opentelemetry} puts the path and query of every request into its spans, in which there are tokens and addresses.
 * The tests read what is exported with the official classes of the protocol. A receiver that others wrote, autotel-mcp 0.8.0 of
 * npm, took all 37 spans of three emails, two tracks and a probe with their parents, statuses and attributes (2026-11-24). The
 * OpenTelemetry Collector itself has not been tried.
 */
@NullMarked
package io.godwit.traces;

import org.jspecify.annotations.NullMarked;
