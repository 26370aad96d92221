/** The audit log of projects: who changed settings, keys, members and data, by which caller, and when. Entries are only added. */
@NullMarked
package io.godwit.projects.audit;

import org.jspecify.annotations.NullMarked;
