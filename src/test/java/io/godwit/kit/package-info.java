/** The test kit: real counterparts over sockets, scripted by the test that uses them. */
package io.godwit.kit;
