/**
 * Images for mail: taken by content, kept in a folder or in a bucket, handed out to anybody.
 *
 * <p>What is uploaded is hostile. Its type is read from its bytes and never from its name, its size in pixels from its header
 * and never by decoding, and its name is ours: 128 random bits. SVG is a document with scripts and is refused. What we hand
 * out carries the type we found, {@code nosniff} and a sandbox, so that an image which is also a page stays an image.
 *
 * <p>An image is either there as a whole or not at all: a file is written aside, forced to the disk and then renamed.
 */
@NullMarked
package io.godwit.uploads;

import org.jspecify.annotations.NullMarked;
