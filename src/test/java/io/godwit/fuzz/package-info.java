/**
 * Fuzz targets: each takes any octets, feeds them to one reader or writer of Godwit, and throws when something is broken that
 * must hold for every input. Jazzer finds inputs ({@code mvn -Pfuzz verify}); the kept ones run as ordinary tests.
 */
@NullMarked
package io.godwit.fuzz;

import org.jspecify.annotations.NullMarked;
