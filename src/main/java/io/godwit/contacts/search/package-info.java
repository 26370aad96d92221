/**
 * The search for a part of an address among the contacts of a project.
 *
 * <p>An address block is a text of some hundred addresses of one project ({@code address_blocks}). A trigger writes the addresses
 * of new contacts as a small block in the transaction that makes them; {@link io.godwit.contacts.search.AddressBlockMerger} makes
 * full blocks of them, each with an {@link io.godwit.contacts.AddressSignature}, and takes the addresses of deleted contacts
 * out. A search reads the blocks whose signature admits the text ({@link io.godwit.contacts.AddressBlockQuery}) and looks up
 * the contacts of the addresses it finds there, so an address that is out of date finds nobody.
 *
 * <p>There is no trigram index, for which PostgreSQL needs an extension and some 6 µs a contact; a signature of a block is made in
 * less than a tenth of that and needs none.
 */
@NullMarked
package io.godwit.contacts.search;

import org.jspecify.annotations.NullMarked;
