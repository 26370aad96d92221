/** Tests to read as documentation: each tells one story with the public API, from the first call to the email. */
package io.godwit.examples;
