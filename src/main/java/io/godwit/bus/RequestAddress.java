package io.godwit.bus;

/**
 * The address of requests that exactly one verticle handles. The reply keeps its type, and so does the error.
 *
 * @param local true when only this node may answer; message and reply then never leave the node and need no JSON form
 */
public record RequestAddress<M, R>(String address, Class<M> message, Class<R> reply, boolean local) {

    /** Returns this address at one of several handlers of this node. */
    public RequestAddress<M, R> at(int index) {
        return new RequestAddress<>(address + "." + index, message, reply, local);
    }
}
