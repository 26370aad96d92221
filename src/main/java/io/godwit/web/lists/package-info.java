/** The parts all lists share: page requests, orders, sealed cursors, dates in queries, bulk deletion and CSV streams. */
@NullMarked
package io.godwit.web.lists;

import org.jspecify.annotations.NullMarked;
