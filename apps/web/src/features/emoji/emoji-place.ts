/** Where the desk itself serves the pictures. */
export const ownPlace = '/emoji';
