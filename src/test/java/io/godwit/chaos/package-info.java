/** Tests of the whole product under faults of every kind: nodes, database, network and mail server. */
@org.jspecify.annotations.NullMarked
package io.godwit.chaos;
