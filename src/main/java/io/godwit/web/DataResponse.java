package io.godwit.web;

/**
 * An answer of the form {@code {success, data}}.
 *
 * @param success always true
 */
public record DataResponse<T>(boolean success, T data) {

    public static <T> DataResponse<T> of(T data) {
        return new DataResponse<>(true, data);
    }

    /** An answer whose data is a sentence about what was done. */
    public static DataResponse<Message> message(String sentence) {
        return of(new Message(sentence));
    }

    /** A sentence for people. */
    public record Message(String message) {}
}
