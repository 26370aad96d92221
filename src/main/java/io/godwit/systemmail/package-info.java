/** Email from the platform to its own users: the system project it is sent from, its sender, and the notices about paused sending. */
@NullMarked
package io.godwit.systemmail;

import org.jspecify.annotations.NullMarked;
