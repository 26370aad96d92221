/** The reading of CSV files: character sets, separators and the names of address columns. */
@NullMarked
package io.godwit.contacts.csv;

import org.jspecify.annotations.NullMarked;
