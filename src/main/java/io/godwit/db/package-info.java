/**
 * PostgreSQL: the embedded server when none is configured, migrations, and the pools.
 *
 * <p>{@link io.godwit.db.Database} keeps three ways in apart, each with its own statement and lock time-outs, so that a slow
 * list never holds up ingestion: dedicated connections for ingestion, a pool for background workers, a pool for requests.
 */
@NullMarked
package io.godwit.db;

import org.jspecify.annotations.NullMarked;
