/** How wide a form is where there is room: a line of it is read at one glance. In CSS pixels at a root font of 16. */
export const formWidth = '47.5rem';
