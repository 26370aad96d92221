/**
 * PostgreSQL: the embedded server when none is configured, migrations, and the pools.
 *
 * <p>{@link io.godwit.db.Database} keeps six kinds of connections apart, so that a slow list never holds up ingestion: dedicated
 * connections for ingestion, and pools for requests, for requests of callers who have not shown a key or session yet, for lists with
 * one plan for all values, for background workers, and for the send pipeline. {@code PoolLimits} has the timeouts of each for
 * statements and locks.
 *
 * <p><b>Nothing here hangs.</b> The server's own timeouts do nothing when the network is silent, so every statement of a pool
 * also has a timeout by our clock; after it the socket is closed, because the driver's {@code close} would queue behind the
 * statement. A probe of its own commits a few bytes of WAL twice a second. The first failure anywhere is reported to
 * {@link io.godwit.db.DatabaseAvailability}, and from then on every request is refused at once until the probe has committed
 * again. When the probe itself gets no answer, the requests that wait for one are refused, too. A refused transaction may have
 * happened: a commit whose answer was lost cannot be told from one that never arrived.
 *
 * <p><b>The embedded server</b> runs from zonky's binaries but without their Java wrapper, which is made for tests: it turns
 * {@code fsync} off, trusts every login, and takes a server that a killed process left behind for its own. Every step of a start
 * can be killed and begins again: programs and cluster are made beside their place and renamed into it, the data directory is
 * locked by the operating system, a server that outlived us is stopped (it may run with an older jar's settings), and one that
 * dies under us is started again on the same port, so that the pools find it by themselves. It runs in a session of its own, so
 * that Ctrl-C reaches us and not it.
 *
 * <p>{@code max_wal_size} is 1 GB although more would save full-page writes: it bounds the WAL a start after {@code kill -9} has
 * to replay.
 */
@NullMarked
package io.godwit.db;

import org.jspecify.annotations.NullMarked;
