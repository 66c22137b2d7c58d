const key = 'bellhop.password_set';

/** Leaves word for the login page that a new password was set. */
export function leavePasswordNote(): void {
  try {
    sessionStorage.setItem(key, 'true');
  } catch {
    // A browser that keeps nothing shows the login page without it.
  }
}

/** Whether a new password was just set; the word stays until somebody signs in. */
export function hasPasswordNote(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Ends the word. */
export function dropPasswordNote(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
