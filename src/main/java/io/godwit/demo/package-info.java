/** The demo data of an empty database: projects with credentials and domains that need no DNS. */
@NullMarked
package io.godwit.demo;

import org.jspecify.annotations.NullMarked;
