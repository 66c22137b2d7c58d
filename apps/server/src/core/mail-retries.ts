/** Minutes until the next attempt after the first, second, … passing failure; then a mail has failed (settled question 19). */
export const retryMinutes: readonly number[] = [1, 5, 15, 60, 240];
