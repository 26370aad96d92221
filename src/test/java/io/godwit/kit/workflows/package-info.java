/** Workflows for tests: a server with one, its calls, and contacts that wait in it. */
package io.godwit.kit.workflows;
