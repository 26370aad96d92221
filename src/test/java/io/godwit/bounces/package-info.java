@org.jspecify.annotations.NullMarked
package io.godwit.bounces;
