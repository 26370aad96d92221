/** An independent model of workflows, with which what a node did is compared. */
package io.godwit.kit.model;
