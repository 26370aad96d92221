/** A load generator that speaks raw pre-encoded HTTP/1.1 in a process of its own: its plan, its pace, and the times it measures. */
package io.godwit.bench.load;
