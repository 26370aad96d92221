/**
 * Uploaded images for emails: recognised by content, stored in a folder or in a bucket, and public.
 *
 * <p>Uploads are not trusted. The type is read from the bytes and never from the name, the size in pixels from the header
 * and never by decoding, and the stored name is 128 random bits. SVG is a document with scripts and is refused. Images are
 * served with the recognised type, {@code nosniff} and a sandbox, so that a browser does not treat an image as a page.
 *
 * <p>An image is stored as a whole or not at all: a file is written in another folder, forced to the disk and then renamed.
 *
 * <p>The images of a deleted project are removed by each node from its folder and by one node from the bucket. The table {@code
 * image_deletions} says which projects were deleted; those that are only missing in the database keep their images.
 */
@NullMarked
package io.godwit.uploads;

import org.jspecify.annotations.NullMarked;
