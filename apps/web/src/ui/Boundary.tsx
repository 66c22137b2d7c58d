import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Drawn in place of what has failed; `retry` draws that anew. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  failure?: { error: unknown } | undefined;
}

/** A fault of one part of a page leaves the rest of it standing. React logs it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }));
  }
}
