package io.godwit.bus;

/**
 * A question exactly one verticle answers. The reply keeps its type, and so does the error.
 *
 * @param local true when only this node may answer; message and reply then never leave the node and need no JSON form
 */
public record RequestAddress<M, R>(String address, Class<M> message, Class<R> reply, boolean local) {

    /** The same question at one of several answerers of this node. */
    public RequestAddress<M, R> at(int index) {
        return new RequestAddress<>(address + "." + index, message, reply, local);
    }
}
